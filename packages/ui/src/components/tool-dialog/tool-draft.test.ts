import { expect, test } from 'vitest'

import { checkDraft } from './check-draft.ts'
import { exportedTool, importedTool, newRow, startDraft, toBody } from './tool-draft.ts'

const source = {
  name: 'get_weather',
  description: 'Looks up the weather',
  color: '#1565C0',
  iconSrc: null,
  schema: '[{"property":"city","type":"string","description":"Where","required":true}]',
  func: "return 'Sunny in ' + $city",
}

test('an exported tool comes back the same when it is imported', () => {
  const { name, text } = exportedTool(startDraft({ id: 'x', ...source }))
  expect(name).toBe('get_weather-CustomTool.json')
  expect(importedTool(text)).toEqual(source)
  expect(text).not.toContain('"id"')
})

test('a text that is no tool is refused', () => {
  expect(importedTool('no json')).toBeUndefined()
  expect(importedTool('{"nodes":[],"edges":[]}')).toBeUndefined()
})

test('rows lose what only the form needs', () => {
  expect(toBody(startDraft(source))).toEqual(source)
})

test('a draft without name and description says so', () => {
  expect(checkDraft(startDraft())).toEqual([
    { field: 'name', kind: 'required' },
    { field: 'description', kind: 'required' },
  ])
})

test('names that models refuse, and inputs that code cannot read, are problems', () => {
  const rows = ['city', 'city', 'two words'].map((property) => ({ ...newRow(), property }))
  expect(checkDraft({ ...startDraft(source), name: 'get weather', rows })).toEqual([
    { field: 'name', kind: 'badName' },
    { field: 'schema', kind: 'doubleProperty', name: 'city' },
    { field: 'schema', kind: 'badProperty', name: 'two words' },
  ])
})
