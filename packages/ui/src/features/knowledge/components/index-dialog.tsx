import type { KnowledgeStore } from '@chatwright/contract'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { FormDialog } from '../../../components/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { useNodeCatalogue } from '../../../lib/catalogue.ts'
import { NodeChoice } from '../../../parts/parameter-form/node-choice.tsx'
import { notify } from '../../../state/notifications.ts'
import { useFillIndex, useRefresh, useSaveIndex } from '../api/use-knowledge.ts'

/** A store's own node cannot be what a store is kept in. */
const READS_STORES = 'documentStoreVS'

const BUILT_IN = { embedding: 'builtInEmbeddings', vectorStore: 'builtInVectorStore' }

/** What turns passages into vectors, and where those are kept. */
export function IndexDialog({ store, onClose }: { store: KnowledgeStore; onClose: () => void }) {
  const { t } = useTranslation('knowledge')
  const { data: nodes = [] } = useNodeCatalogue()
  const [embedding, setEmbedding] = useState(store.embeddingConfig ?? { name: BUILT_IN.embedding, config: {} })
  const [vectorStore, setVectorStore] = useState(store.vectorStoreConfig ?? { name: BUILT_IN.vectorStore, config: {} })
  // As it was when this was opened: the store itself is looked at again meanwhile.
  const [basedOn] = useState(store.revision)
  const save = useSaveIndex()
  const refresh = useRefresh(store.id)
  const fill = useFillIndex()
  const submit = () => {
    const values = {
      storeId: store.id,
      embeddingName: embedding.name,
      embeddingConfig: embedding.config,
      vectorStoreName: vectorStore.name,
      vectorStoreConfig: vectorStore.config,
      basedOn,
    }
    save.mutate(values, {
      onSuccess: ({ status, loaders }) => {
        const onError = (error: unknown) => notify(messageOf(error), { tone: 'error' })
        // What is read already moves as it is; sources that were never read are read first.
        if (status === 'SYNC') fill.mutate(store.id, { onError })
        else if (loaders.length > 0 && status !== 'UPSERTED') refresh.mutate(undefined, { onError })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      open
      width="md"
      title={t('index.title')}
      onClose={onClose}
      onSubmit={submit}
      isBusy={save.isPending}
      {...(store.loaders.length > 0 && { submitLabel: t('source.save') })}
    >
      <Stack spacing={2}>
        {store.totalChunks > 0 ? <ProblemNotice tone="info">{t('index.built')}</ProblemNotice> : null}
        <NodeChoice
          label={t('index.embedding')}
          help={t('index.embeddingHelp')}
          nodes={nodes.filter(({ category }) => category === 'Embeddings')}
          chosen={embedding}
          onChange={setEmbedding}
        />
        <NodeChoice
          label={t('index.vectorStore')}
          help={t('index.vectorStoreHelp')}
          nodes={nodes.filter(({ category, name }) => category === 'Vector Stores' && name !== READS_STORES)}
          chosen={vectorStore}
          onChange={setVectorStore}
        />
        {save.error ? <ProblemNotice>{messageOf(save.error)}</ProblemNotice> : null}
      </Stack>
    </FormDialog>
  )
}
