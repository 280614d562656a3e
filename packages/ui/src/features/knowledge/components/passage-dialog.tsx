import type { Passage } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useEditPassage } from '../api/use-knowledge.ts'
import { readFilter } from '../model/read-filter.ts'

/** The words and the facts of a passage. Who was slower is told, and loses nothing typed. */
export function PassageDialog({
  storeId,
  passage,
  onClose,
}: {
  storeId: string
  passage: Passage
  onClose: () => void
}) {
  const { t } = useTranslation('knowledge')
  const [text, setText] = useState(passage.pageContent)
  const [facts, setFacts] = useState(() => JSON.stringify(passage.metadata, null, 2))
  // As it was when this was opened: the list is looked at again meanwhile.
  const [before] = useState(passage)
  const edit = useEditPassage(storeId)
  const read = readFilter(facts)
  const isWordless = text.trim() === ''
  const submit = () => {
    if (read.isWrong || isWordless) return
    edit.mutate(
      {
        id: passage.id,
        pageContent: text,
        metadata: read.filter ?? {},
        basedOn: before.pageContent,
        basedOnMetadata: before.metadata,
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      open
      width="md"
      title={t('passages.editTitle', { document: passage.document })}
      onClose={onClose}
      onSubmit={submit}
      isBusy={edit.isPending}
    >
      <Stack spacing={2}>
        <TextInput
          label={t('passages.text')}
          value={text}
          onChange={setText}
          error={isWordless ? t('passages.wordless') : undefined}
          multiline
          minRows={6}
          maxRows={16}
        />
        <TextInput
          label={t('passages.facts')}
          help={t('passages.factsHelp')}
          value={facts}
          onChange={setFacts}
          error={read.isWrong ? t('notAnObject') : undefined}
          multiline
          minRows={3}
          maxRows={10}
        />
        {edit.error ? <ProblemNotice>{messageOf(edit.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}
