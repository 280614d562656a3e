import { boolean, defineNode, file, string } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from './document-loader.ts'
import { loadJson } from './load-json.ts'
import { readFiles } from './read-files.ts'
import { requireTexts, splitPointers } from './read-json.ts'

export default defineNode({
  name: 'jsonFile',
  label: 'Json File',
  version: 3.1,
  category: 'Document Loaders',
  description: 'Loads the text in JSON files.',
  icon: 'json-file.svg',
  keywords: ['json'],
  baseClasses: ['Document'],
  inputs: {
    jsonFile: file({ destination: false, label: 'Json File', fileType: '.json' }),
    separateByObject: boolean({
      destination: false,
      label: 'Separate by JSON Object',
      description: 'Make one document per object in the list instead of one per text.',
      optional: true,
      additional: true,
    }),
    pointersName: string({
      destination: false,
      label: 'Pointers Extraction',
      description: 'The keys to load, separated by commas. Use slashes for a path.',
      placeholder: 'title, /author/name',
      optional: true,
    }),
    ...loaderInputs,
  },
  outputs: loaderOutputs,
  traits: loaderTraits,
  example: { jsonFile: ['FILE-STORAGE::posts.json'] },
  build({ inputs, context, ...rest }) {
    const wanted = {
      as: 'texts' as const,
      pointers: splitPointers(inputs.pointersName),
      separateByObject: inputs.separateByObject ?? false,
    }
    const pointed = { by: wanted.separateByObject ? '' : (inputs.pointersName ?? ''), field: 'pointersName' }
    return loaderValue({ inputs, ...rest }, (signal, report) =>
      readFiles({ files: context.files, references: inputs.jsonFile, report }, async (opened) =>
        requireTexts(await loadJson(opened, wanted, { context, signal }), opened, pointed),
      ),
    )
  },
})
