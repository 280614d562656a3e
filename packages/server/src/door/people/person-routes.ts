import {
  changePassword,
  createPasswordLink,
  createPerson,
  deletePerson,
  endSignInsOfPerson,
  getProfile,
  listPeople,
  readPasswordLink,
  updatePerson,
  updateProfile,
  usePasswordLink,
} from '@chatwright/contract'
import { handle, type Handler } from '../http/handle.ts'
import type { PersonService } from './person-service.ts'

export const personRoutes = (people: PersonService): Handler[] => [
  handle(listPeople, () => people.list()),
  handle(createPerson, ({ body, asker }) => people.invite(body, asker)),
  handle(updatePerson, ({ params, body, asker }) => people.update(params.id, body, asker)),
  handle(deletePerson, async ({ params, asker }) => {
    await people.delete(params.id, asker)
    return { raw: [], affected: 1 }
  }),
  handle(createPasswordLink, ({ params, asker }) => people.renewLink(params.id, asker)),
  handle(endSignInsOfPerson, async ({ params, asker }) => ({
    raw: [],
    affected: await people.endSignIns(params.id, asker),
  })),
  handle(readPasswordLink, ({ body, request }) => people.readLink(body.token, request.ip)),
  handle(usePasswordLink, ({ body, request }) => people.useLink(body, request.ip)),
  handle(getProfile, ({ asker }) => people.profile(asker)),
  handle(updateProfile, ({ asker, body }) => people.rename(asker, body.name)),
  handle(changePassword, async ({ asker, body, request, signIn }) => ({
    raw: [],
    affected: await people.changePassword(asker, body, { address: request.ip, signIn }),
  })),
]
