import type { CredentialSummary } from '@chatwright/contract'
import {
  anchor,
  createCatalogueIndex,
  defineNode,
  describeNode,
  Draft,
  number,
  setEdits,
  string,
} from '@chatwright/core'
import type { Flow } from '@chatwright/core'
import { describe, expect, test } from 'vitest'

import { descriptions, edited, nodeOf, smallFlow } from '../model/catalogue.fixture.ts'
import { createCanvas } from '../model/canvas-store.ts'
import { credentialNeeds, fillCredentials } from './credential-needs.ts'
import type { CredentialNeed } from './credential-needs.ts'
import { offeredReplacements } from './offered-replacements.ts'
import { replaceModels } from './replace-model.ts'
import type { Replacement } from './replace-model.ts'

const stored = (id: string, credentialName: string, createdDate = '2026-01-01T00:00:00.000Z'): CredentialSummary => ({
  id,
  name: `Key ${id}`,
  credentialName,
  createdDate,
  updatedDate: createdDate,
})

const twoModels = (): Flow => {
  const flow = smallFlow()
  return { ...flow, nodes: [...flow.nodes, nodeOf('chatModel', 'chatModel_1')] }
}

describe('what a flow needs', () => {
  test('nodes of one kind are one need, with the stored credentials that fit, newest first', () => {
    const credentials = [stored('old', 'modelApi'), stored('new', 'modelApi', '2026-02-01T00:00:00.000Z')]
    const [need, ...others] = credentialNeeds(twoModels(), [...credentials, stored('other', 'searchApi')])
    expect(others).toEqual([])
    expect(need?.kinds).toEqual(['modelApi'])
    expect(need?.nodes.map(({ id }) => id)).toEqual(['chatModel_0', 'chatModel_1'])
    expect(need?.fitting.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  test('a credential that exists is enough; one that is gone is not', () => {
    const flow = edited(smallFlow(), [{ do: 'credential', id: 'chatModel_0', credential: 'mine' }])
    expect(credentialNeeds(flow, [stored('mine', 'modelApi')])).toEqual([])
    expect(credentialNeeds(flow, [])).toHaveLength(1)
  })

  test('filling a need is one edit, undone in one step', () => {
    const canvas = createCanvas()
    canvas.open({ flow: twoModels(), name: '' })
    const [need] = credentialNeeds(twoModels(), [])
    if (!need) throw new Error('The flow needs nothing.')
    canvas.run(fillCredentials([{ need, credentialId: 'mine' }]))
    const chosen = () => canvas.store.getState().history.present.nodes.flatMap(({ data }) => data.credential ?? [])
    expect(chosen()).toEqual(['mine', 'mine'])
    canvas.undo()
    expect(chosen()).toEqual([])
  })
})

const otherModel = describeNode(
  defineNode({
    name: 'otherModel',
    label: 'Other Model',
    version: 1,
    category: 'Chat Models',
    description: 'Answers too.',
    icon: 'other.svg',
    baseClasses: ['OtherModel', 'BaseChatModel'],
    credential: ['otherApi'],
    inputs: {
      cache: anchor('BaseCache', { label: 'Cache', optional: true }),
      baseUrl: string({ label: 'Base URL', default: 'https://models.example' }),
      modelName: string({ label: 'Model', default: 'other-large' }),
      temperature: number({ label: 'Temperature', default: 0.5, optional: true }),
    },
    build: () => undefined,
  }),
)

function replace(flow: Flow, { nodes }: CredentialNeed, replacement: Replacement): Flow {
  return edited(flow, (draft) => replaceModels(draft, nodes, replacement), [...descriptions, otherModel])
}

describe('another chat model in its place', () => {
  const credentials = [stored('other', 'otherApi')]
  const localServers = [
    {
      label: 'Ollama',
      address: 'http://127.0.0.1:11434',
      nodeName: 'otherModel',
      addressInput: 'baseUrl',
      models: ['llama'],
    },
  ]
  const offersFor = (flow: Flow) => {
    const [need] = credentialNeeds(flow, credentials)
    if (!need) throw new Error('The flow needs nothing.')
    const catalogue = [...descriptions, otherModel]
    return { need, offers: offeredReplacements(need, { flow, catalogue, credentials, localServers }) }
  }

  test('a model whose credential is stored is offered, and so are models of this machine', () => {
    expect(offersFor(smallFlow()).offers.map(({ name, server }) => ({ name, server }))).toEqual([
      { name: 'Key other', server: undefined },
      { name: 'llama', server: 'Ollama' },
    ])
  })

  test('it keeps the connections, the place and the settings that mean the same, and not the name of the model', () => {
    const flow = edited(smallFlow(), setEdits('chatModel_0', { temperature: 0.1 }))
    const { need, offers } = offersFor(flow)
    const [offer] = offers
    if (!offer) throw new Error('Nothing is offered.')
    const replaced = replace(flow, need, offer)
    const model = replaced.nodes.find(({ id }) => id === 'otherModel_0')
    expect(replaced.nodes.map(({ id }) => id).toSorted()).toEqual(['bufferMemory_0', 'chain_0', 'otherModel_0'])
    expect(replaced.edges.map(({ source, target }) => `${source} > ${target}`).toSorted()).toEqual([
      'bufferMemory_0 > chain_0',
      'otherModel_0 > chain_0',
    ])
    expect(replaced.nodes.find(({ id }) => id === 'chain_0')?.data.inputs['model']).toBe(
      '{{otherModel_0.data.instance}}',
    )
    expect(model?.data).toMatchObject({ credential: 'other', inputs: { modelName: 'other-large', temperature: 0.1 } })
    expect(credentialNeeds(replaced, credentials)).toEqual([])
  })

  test('a local model comes with its address and name, and without a credential', () => {
    const { need, offers } = offersFor(smallFlow())
    const local = offers.find(({ server }) => server === 'Ollama')
    if (!local) throw new Error('No local model is offered.')
    const model = replace(smallFlow(), need, local).nodes.find(({ id }) => id === 'otherModel_0')
    expect(model?.data.inputs).toMatchObject({ baseUrl: 'http://127.0.0.1:11434', modelName: 'llama' })
    expect(model?.data.credential).toBeUndefined()
  })

  test('where a connection would be lost nothing is offered, and nothing changes', () => {
    const narrow = { ...otherModel, baseClasses: ['OtherModel'] }
    const flow = smallFlow()
    const [need] = credentialNeeds(flow, credentials)
    if (!need) throw new Error('The flow needs nothing.')
    const replacement = { description: narrow, inputs: {}, credentialId: 'other' }
    const draft = new Draft(flow, createCatalogueIndex([...descriptions, narrow]))
    expect(replaceModels(draft, need.nodes, replacement)).toBe(false)
    expect(draft.flow).toBe(flow)
    expect(
      offeredReplacements(need, { flow, catalogue: [...descriptions, narrow], credentials, localServers: [] }),
    ).toEqual([])
  })
})
