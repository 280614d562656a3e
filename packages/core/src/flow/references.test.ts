import { expect, test } from 'vitest'
import type { InputAnchor } from './document.ts'
import { clearReference, referencesIn, rewriteReferences } from './references.ts'

test('references are found in text, lists and objects, with and without a path', () => {
  expect(referencesIn(['{{a_0.data.instance}}', { deep: 'x {{ b_1.data.instance }} {{a_0.data.instance}}' }])).toEqual([
    'a_0',
    'b_1',
  ])
  expect(referencesIn('{{c_2.data.instance.items[0].name}} {{d_3.data.instance[1]}}')).toEqual(['c_2', 'd_3'])
  expect(referencesIn('{{question}} {e_0.data.instance} {{f_0.data.instances}} {{g_0.data}}')).toEqual([])
})

test('rewriting keeps paths, and what it does not touch stays the same object', () => {
  const value = { text: '{{a_0.data.instance.name}} and {{b_0.data.instance}}', list: ['plain'] }
  const rewritten = rewriteReferences(value, (id) => (id === 'a_0' ? 'a_1' : id))
  expect(rewritten).toEqual({ text: '{{a_1.data.instance.name}} and {{b_0.data.instance}}', list: ['plain'] })
  expect((rewritten as typeof value).list).toBe(value.list)
  expect(rewriteReferences(value, (id) => id)).toBe(value)
})

test('clearing takes out what the lost connection wrote, and leaves what another wrote', () => {
  const anchor = { name: 'model', label: 'Model', type: 'BaseChatModel', id: 'x' } as InputAnchor
  const [a, b] = ['{{a_0.data.instance}}', '{{b_0.data.instance}}']
  expect(clearReference(anchor, a, 'a_0')).toBe('')
  expect(clearReference(anchor, b, 'a_0')).toBe(b)
  expect(clearReference(anchor, 'left over', 'a_0')).toBe('')
  expect(clearReference({ ...anchor, list: true }, [a, b], 'a_0')).toEqual([b])
})

test('a long text that never closes its braces is read at once', () => {
  const read = (length: number) => {
    const start = process.cpuUsage()
    referencesIn(`{{a_0.data.instance.${' '.repeat(length)}}x`)
    return process.cpuUsage(start).user / 1000
  }
  read(1_000)
  expect(read(300_000)).toBeLessThan(5000)
})
