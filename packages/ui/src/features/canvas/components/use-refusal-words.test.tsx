import { REFUSALS, refusalText } from '@chatwright/core'
import type { EditRefusal, RefusalCode } from '@chatwright/core'
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { changeLanguage, loadTexts } from '../../../i18n/i18n.ts'
import { useRefusalWords } from './use-refusal-words.ts'

afterEach(() => changeLanguage('en'))

const codes = Object.keys(REFUSALS) as RefusalCode[]

/** A value for every hole; a memory is given where a chat model is taken. */
function refusalOf(code: RefusalCode): EditRefusal {
  const names = [...REFUSALS[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const types = { takes: 'BaseChatModel', gives: 'BufferMemory, BaseChatMemory' }
  const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
  return { code, params: { ...params, ...(names.includes('takes') && types) } }
}

test('in English a refusal reads as programs get it; in German nothing of it stays English', async () => {
  await loadTexts(['canvas'])
  const english = renderHook(() => useRefusalWords()).result.current
  for (const code of codes) expect(english(refusalOf(code))).toBe(refusalText(refusalOf(code)))
  expect(english(refusalOf('types-differ'))).toContain('takes a chat model; <source> gives a memory')

  await changeLanguage('de')
  await loadTexts(['canvas'])
  const german = renderHook(() => useRefusalWords()).result.current
  for (const code of codes) {
    const words = german(refusalOf(code))
    expect(words).not.toBe(refusalText(refusalOf(code)))
    expect(words).not.toMatch(/\{\{|\bthe\b|\bnode\b.* has/i)
    for (const value of Object.values(refusalOf(code).params).filter((each) => each.startsWith('<'))) {
      expect(words).toContain(value)
    }
  }
})
