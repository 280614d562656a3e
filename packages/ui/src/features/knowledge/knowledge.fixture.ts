import type { KnowledgeSource, KnowledgeStore, Passage } from '@chatwright/contract'

const A_DATE = '2026-01-02T03:04:05.000Z'

export function aStore(rest: Partial<KnowledgeStore> = {}): KnowledgeStore {
  return {
    id: 'store-1',
    name: 'Handbook',
    description: 'Rules of the house',
    loaders: [],
    whereUsed: [],
    status: 'EMPTY',
    embeddingConfig: null,
    vectorStoreConfig: null,
    recordManagerConfig: null,
    totalChars: 0,
    totalChunks: 0,
    job: null,
    refresh: null,
    revision: 'revision-1',
    createdDate: A_DATE,
    updatedDate: A_DATE,
    ...rest,
  }
}

export function aSource(rest: Partial<KnowledgeSource> = {}): KnowledgeSource {
  return {
    id: 'source-1',
    loaderId: 'textFile',
    loaderName: 'Rules',
    loaderConfig: {},
    splitterId: '',
    splitterName: '',
    splitterConfig: {},
    totalChunks: 1200,
    totalChars: 9000,
    status: 'SYNC',
    files: [],
    source: 'rules.txt',
    failures: [],
    loadedDate: null,
    revision: 'revision-1',
    ...rest,
  }
}

export function aPassage(rest: Partial<Passage> = {}): Passage {
  return {
    id: 'passage-1',
    docId: 'source-1',
    storeId: 'store-1',
    chunkNo: 1,
    pageContent: 'Dogs stay outside.',
    metadata: { page: 3 },
    document: 'rules.txt',
    isOn: true,
    isEdited: false,
    ...rest,
  }
}
