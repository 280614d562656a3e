import { parseJson, boolean, defineNode, NodeError, string, type Tool } from '@chatwright/core'
import { findByPath, namesSeveral } from './json-path.ts'
import { capText } from './text-tool.ts'

export default defineNode({
  name: 'jsonPathExtractor',
  label: 'JSON Path Extractor',
  version: 1,
  category: 'Tools',
  description: 'Lets an agent extract a part of a JSON text.',
  icon: 'json-path.svg',
  baseClasses: ['JSONPathExtractor', 'Tool', 'StructuredTool', 'Runnable'],
  inputs: {
    path: string({
      destination: false,
      label: 'JSON Path',
      description: 'The path of the part. [*] matches every item, .. matches any depth.',
      placeholder: '$.items[*].name',
    }),
    returnNullOnError: boolean({
      destination: false,
      label: 'Return Null on Error',
      description: 'Return null instead of an error if the part is missing.',
      default: false,
      optional: true,
      additional: true,
    }),
  },
  example: { path: '$.items[*].name' },
  build({ inputs }): Tool {
    const isList = namesSeveral(inputs.path)
    return {
      kind: 'tool',
      effect: 'pure',
      name: 'json_path_extractor',
      description: `Extracts ${inputs.path} from JSON.`,
      parameters: {
        type: 'object',
        properties: { json: { type: 'string', description: 'The JSON text.' } },
        required: ['json'],
      },
      async call(input) {
        const given = input.json ?? Object.values(input)[0]
        const found = findByPath(typeof given === 'string' ? parse(given) : given, inputs.path)
        if (found.length === 0 && !isList) {
          if (inputs.returnNullOnError) return 'null'
          throw new NodeError(`The JSON contains nothing at ${inputs.path}.`, { code: 'not-found' })
        }
        const [only] = found
        return capText(!isList && typeof only === 'string' ? only : JSON.stringify(isList ? found : only))
      },
    }

    function parse(text: string): unknown {
      try {
        return parseJson(text)
      } catch (cause) {
        if (inputs.returnNullOnError) return null
        throw new NodeError("The input isn't JSON.", { code: 'bad-input', cause })
      }
    }
  },
})
