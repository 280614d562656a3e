import { anchor, boolean, defineNode, json, string } from '@chatwright/core'
import { retrievalTool } from './retrieval-tool.ts'

export default defineNode({
  name: 'retrieverTool',
  label: 'Retriever Tool',
  version: 3,
  category: 'Tools',
  description: 'Lets an agent search your documents.',
  icon: 'retriever-tool.svg',
  baseClasses: ['RetrieverTool', 'DynamicTool', 'Tool', 'StructuredTool', 'Runnable'],
  inputs: {
    retriever: anchor('BaseRetriever', { label: 'Retriever' }),
    name: string({
      destination: false,
      label: 'Retriever Name',
      description: "The tool's name for the model.",
      placeholder: 'search_handbook',
    }),
    description: string({
      destination: false,
      label: 'Retriever Description',
      description: 'When the model should use this tool. The more precisely it describes the documents, the better.',
      placeholder: 'Searches the staff handbook. Use it for every question about working here.',
      rows: 3,
    }),
    returnSourceDocuments: boolean({
      destination: false,
      label: 'Return Source Documents',
      description: 'Show the documents below the answer.',
      optional: true,
    }),
    retrieverToolMetadataFilter: json({
      destination: false,
      label: 'Additional Metadata Filter',
      description: 'Find only documents with this metadata.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
  },
  example: { name: 'search_handbook', description: 'Searches the staff handbook.' },
  build: ({ inputs }) =>
    retrievalTool({
      name: inputs.name,
      description: inputs.description,
      returnSourceDocuments: inputs.returnSourceDocuments ?? false,
      retrieve: (query, run) => {
        const filter = inputs.retrieverToolMetadataFilter
        return inputs.retriever.retrieve(query, run, filter && { filter })
      },
    }),
})
