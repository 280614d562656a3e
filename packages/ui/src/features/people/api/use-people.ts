import {
  createPasswordLink,
  createPerson,
  deletePerson,
  endSignInsOfPerson,
  listPeople,
  updatePerson,
  type Invited,
  type NewPerson,
  type Person,
  type PersonChanges,
} from '@chatwright/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const KEY = 'people'

export function usePeople() {
  return useQuery({ queryKey: [KEY], queryFn: ({ signal }) => call(listPeople, { signal }) })
}

export function useInvite(onDone: (invited: Invited) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPerson) => call(createPerson, { body }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  })
}

export function useUpdatePerson(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: PersonChanges }) => call(updatePerson, { params: { id }, body }),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  })
}

/** What is done to a person at once, from their row. */
export function usePersonActions() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [KEY] })
  return {
    renewLink: async (person: Person): Promise<Invited> => ({
      person,
      link: await call(createPasswordLink, { params: { id: person.id } }),
    }),
    signOut: async ({ id }: Person): Promise<void> => {
      await call(endSignInsOfPerson, { params: { id } })
      await refresh()
    },
    remove: async ({ id }: Person): Promise<void> => {
      await call(deletePerson, { params: { id } })
      await refresh()
    },
  }
}
