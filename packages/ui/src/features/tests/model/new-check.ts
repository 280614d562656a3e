import type { TestCheck } from '@chatwright/contract'

export const CHECK_KINDS = [
  'contains',
  'not-contains',
  'cites',
  'finds',
  'calls-tool',
  'json-schema',
  'language',
  'length',
  'refuses',
  'cost',
  'time',
] as const satisfies readonly TestCheck['kind'][]

/** A check of a kind, to be filled in. Words that were typed already come along. */
export function newCheck(kind: TestCheck['kind'], before?: TestCheck): TestCheck {
  const text = before && 'text' in before ? before.text : ''
  switch (kind) {
    case 'contains':
    case 'not-contains':
    case 'cites':
    case 'finds':
      return { kind, text }
    case 'json-schema':
      return { kind, schema: '{\n  "type": "object"\n}' }
    case 'calls-tool':
      return { kind, tool: '' }
    case 'language':
      return { kind, language: 'en' }
    case 'length':
      return { kind, max: 500 }
    case 'refuses':
      return { kind }
    case 'cost':
      return { kind, mostMicro: 10_000 }
    case 'time':
      return { kind, mostMs: 10_000 }
  }
}
