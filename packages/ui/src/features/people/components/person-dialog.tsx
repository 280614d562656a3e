import type { Invited, Person } from '@chatwright/contract'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { notify } from '../../../state/notifications.ts'
import { useInvite, useUpdatePerson } from '../api/use-people.ts'

const ROLES = ['owner', 'admin', 'editor', 'reviewer', 'runner', 'viewer'] as const

interface PersonDialogProps {
  person: Person | undefined
  onClose: () => void
  onInvited: (invited: Invited) => void
}

/** Invites a person, or changes their name and role. */
export default function PersonDialog({ person, onClose, onInvited }: PersonDialogProps) {
  const { t } = useTranslation(['people', 'common'])
  const [name, setName] = useState(person?.name ?? '')
  const [login, setLogin] = useState(person?.login ?? '')
  const [role, setRole] = useState<Person['role']>(person?.role ?? 'editor')
  const [isTried, setIsTried] = useState(false)
  const invite = useInvite((invited) => {
    onClose()
    onInvited(invited)
  })
  const update = useUpdatePerson(() => {
    onClose()
    notify(t('form.saved'))
  })
  const isLoginRight = /^[^\s:]+$/.test(login.trim())
  const problem = invite.error ?? update.error
  const submit = () => {
    setIsTried(true)
    if (name.trim() === '' || !isLoginRight) return
    if (person) {
      const isOther = role !== person.role
      update.mutate({ id: person.id, body: { name: name.trim(), ...(isOther && { role }) } })
    } else invite.mutate({ name: name.trim(), login: login.trim(), role })
  }
  return (
    <FormDialog
      open
      title={person ? t('form.editTitle', { name: person.name }) : t('invite')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={invite.isPending || update.isPending}
      submitLabel={person ? t('common:action.save') : t('invite')}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextInput
          label={t('form.name')}
          value={name}
          onChange={setName}
          autoFocus
          error={isTried && name.trim() === '' ? t('common:state.required') : undefined}
        />
        {person ? null : (
          <TextInput
            label={t('form.login')}
            help={t('form.loginHelp')}
            value={login}
            onChange={setLogin}
            autoComplete="off"
            error={isTried && !isLoginRight ? t('form.loginWrong') : undefined}
          />
        )}
        <ChoiceInput
          label={t('role.label')}
          value={role}
          onChange={(chosen) => setRole(ROLES.find((each) => each === chosen) ?? role)}
          help={t(`role.${role}Help`)}
          choices={ROLES.map((each) => ({ value: each, label: t(`role.${each}`), description: t(`role.${each}Help`) }))}
        />
        {problem ? <ProblemNotice>{messageOf(problem)}</ProblemNotice> : null}
      </Box>
    </FormDialog>
  )
}
