import type { KnowledgeSource } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ChoiceInput } from '../../../components/choice-input.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { TextInput } from '../../../components/text-input.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useNodeCatalogue } from '../../../lib/catalogue.ts'
import { notify } from '../../../state/notifications.ts'
import { formInputs } from '../../../parts/parameter-form/node-defaults.ts'
import { KeepsFiles } from '../../../parts/parameter-form/keeps-files.ts'
import { ParameterForm } from '../../../parts/parameter-form/parameter-form.tsx'
import { usePreview, useRefresh, useSaveSource } from '../api/use-knowledge.ts'
import { useWaitingFiles } from '../api/use-waiting-files.ts'
import { draftOf, newDraft, toSourceValues, withSplitter } from '../model/source-draft.ts'
import type { SourceDraft } from '../model/source-draft.ts'
import { failureText } from '../model/failure-text.ts'
import { PassageText } from './passage-text.tsx'

interface SourceDialogProps {
  storeId: string
  /** A new one without it. */
  source?: KnowledgeSource
  onClose: () => void
}

/** Nodes that read other stores: a store made of one could be made of itself. */
const READS_STORES = 'documentStore'

/** What a preview gave stands below a long form: whoever asked for it is to see it. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
}

/** A loader with its splitter, in the forms of the canvas, and a look at what it would give. */
export function SourceDialog(props: SourceDialogProps) {
  const { data: nodes = [] } = useNodeCatalogue()
  const inCategory = (category: string) => nodes.filter((node) => node.category === category)
  const loaders = inCategory('Document Loaders').filter(({ name }) => name !== READS_STORES)
  return <SourceForm {...props} loaders={loaders} splitters={inCategory('Text Splitters')} />
}

interface SourceFormProps extends SourceDialogProps {
  loaders: readonly NodeDescription[]
  splitters: readonly NodeDescription[]
}

function SourceForm({ storeId, source, onClose, loaders, splitters }: SourceFormProps) {
  const { t } = useTranslation('knowledge')
  const [draft, setDraft] = useState<SourceDraft | undefined>(source && draftOf(source))
  const waiting = useWaitingFiles()
  const save = useSaveSource(waiting.saving)
  const refresh = useRefresh(storeId)
  const preview = usePreview()
  const loader = loaders.find(({ name }) => name === draft?.loaderId)
  const splitter = splitters.find(({ name }) => name === draft?.splitterId)
  const values = draft && toSourceValues(storeId, draft, splitter?.label ?? '')
  const chooseLoader = (name: string) => {
    const chosen = loaders.find((each) => each.name === name)
    if (chosen) setDraft(newDraft(chosen, splitters))
    preview.reset()
  }
  const close = () => {
    onClose()
    // While it is being saved, nobody knows yet whether a source reads them.
    if (!save.isPending) void waiting.letGo()
  }
  const submit = () => {
    if (!values) return
    save.mutate(values, {
      onSuccess: ({ id }) => {
        refresh.mutate([id], { onError: (error) => notify(messageOf(error), { tone: 'error' }) })
        onClose()
        void waiting.letGo()
      },
    })
  }
  return (
    <FormDialog
      open
      width="md"
      title={source ? t('source.edit') : t('source.create')}
      submitLabel={t('source.save')}
      onClose={close}
      {...(draft && { onSubmit: submit })}
      isBusy={save.isPending}
      footStart={
        values ? (
          <Button loading={preview.isPending} onClick={() => preview.mutate(values)}>
            {t('source.preview')}
          </Button>
        ) : undefined
      }
    >
      <Stack spacing={2}>
        <ChoiceInput
          label={t('source.loader')}
          value={draft?.loaderId ?? ''}
          choices={loaders.map(({ name, label, description }) => ({ value: name, label, description }))}
          onChange={chooseLoader}
        />
        {draft && loader ? (
          <>
            <TextInput
              label={t('sources.name')}
              value={draft.loaderName}
              onChange={(loaderName) => setDraft({ ...draft, loaderName })}
            />
            <KeepsFiles value={waiting.store}>
              <ParameterForm
                nodeName={loader.name}
                inputs={formInputs(loader)}
                values={draft.loaderConfig}
                onChange={(changes) => setDraft({ ...draft, loaderConfig: { ...draft.loaderConfig, ...changes } })}
              />
            </KeepsFiles>
            <ChoiceInput
              label={t('source.splitter')}
              help={t('source.splitterHelp')}
              value={draft.splitterId}
              choices={[
                { value: '', label: t('source.noSplitter') },
                ...splitters.map(({ name, label }) => ({ value: name, label })),
              ]}
              onChange={(name) =>
                setDraft(
                  withSplitter(
                    draft,
                    splitters.find((each) => each.name === name),
                  ),
                )
              }
            />
            {splitter ? (
              <ParameterForm
                nodeName={splitter.name}
                inputs={formInputs(splitter)}
                values={draft.splitterConfig}
                onChange={(changes) => setDraft({ ...draft, splitterConfig: { ...draft.splitterConfig, ...changes } })}
              />
            ) : null}
          </>
        ) : null}
        {save.error ? <ProblemNotice>{messageOf(save.error)}</ProblemNotice> : null}
        {preview.error ? (
          <div key={preview.submittedAt} ref={bringIntoView}>
            <ProblemNotice>{messageOf(preview.error)}</ProblemNotice>
          </div>
        ) : null}
        {preview.data ? (
          <Stack
            key={preview.submittedAt}
            ref={bringIntoView}
            spacing={1}
            role="region"
            aria-label={t('source.previewed')}
          >
            <ProblemNotice tone="info">
              {t(preview.data.totalChunks > preview.data.previewChunkCount ? 'source.foundMore' : 'source.found', {
                count: preview.data.totalChunks,
                shown: preview.data.previewChunkCount,
              })}
            </ProblemNotice>
            {preview.data.failures.map((failure) => (
              <ProblemNotice key={failure.document} tone="warning">
                {failureText(failure)}
              </ProblemNotice>
            ))}
            {preview.data.chunks.map((chunk, index) => (
              // eslint-disable-next-line react/no-array-index-key -- passages of a preview have no ids and never move
              <PassageText key={index} text={chunk.pageContent} facts={chunk.metadata} />
            ))}
          </Stack>
        ) : null}
      </Stack>
    </FormDialog>
  )
}
