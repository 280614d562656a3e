import { asyncOptions, defineNode, type Document, type Documents, type Run } from '@chatwright/core'
import { chosenStore } from '../knowledge/chosen-store.ts'
import { listStoreIds } from '../knowledge/list-stores.ts'
import { loaderOutputs, loaderTraits } from './document-loader.ts'
import { joinTexts } from '../turns/take-turns.ts'

export default defineNode({
  name: 'documentStore',
  label: 'Document Store',
  version: 1,
  category: 'Document Loaders',
  description: 'Outputs every chunk of a knowledge base.',
  icon: 'file.svg',
  keywords: ['knowledge', 'passages'],
  baseClasses: ['Document'],
  inputs: {
    selectedStore: asyncOptions('listStores', {
      destination: true,
      label: 'Select Store',
      description: 'A knowledge base from the Knowledge page.',
    }),
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { selectedStore: 'a-store' },
  async build({ inputs, context, output, request }): Promise<Documents | string> {
    const load = async ({ signal }: Pick<Run, 'signal'>): Promise<Document[]> => {
      const { id } = await chosenStore(inputs.selectedStore, context.knowledge)
      const documents: Document[] = []
      for await (const page of context.knowledge.passages(id)) {
        signal.throwIfAborted()
        for (const document of page) documents.push(document)
      }
      return documents
    }
    if (output !== 'text' || !request) return { kind: 'documents', load }
    return joinTexts(await load(request.run))
  },
  load: { listStores: listStoreIds },
})
