import type { Template } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import type { CatalogueTemplate } from '@chatwright/nodes'
import { z } from 'zod'

/** What a template file may hold; files of other products name things their own way. */
const TemplateContent = z.looseObject({
  name: z.string().optional(),
  description: z.string().default(''),
  type: z.string().optional(),
  usecases: z.array(z.string()).default([]),
  framework: z.array(z.string()).default([]),
  badge: z.string().optional(),
  nodes: z
    .array(
      z.looseObject({
        data: z.looseObject({ name: z.string(), inputs: z.record(z.string(), z.unknown()).optional() }),
      }),
    )
    .optional(),
  edges: z.array(z.unknown()).optional(),
  viewport: z.unknown().optional(),
  color: z.string().optional(),
  iconSrc: z.string().nullish(),
  schema: z.string().nullish(),
  func: z.string().nullish(),
})

/** A template as the marketplace shows it, with what it needs before it can run. */
export function readTemplate(
  { id, content }: CatalogueTemplate,
  describe: (nodeName: string) => NodeDescription | undefined,
): Template {
  const { name, description, usecases, framework, badge, nodes, edges, viewport, ...tool } =
    TemplateContent.parse(content)
  const nodeNames = [...new Set((nodes ?? []).map((node) => node.data.name))]
  const described = nodeNames.flatMap((nodeName) => describe(nodeName) ?? [])
  const chosen = (nodes ?? []).flatMap(({ data }) => chosenIn(data.inputs).flatMap((each) => describe(each) ?? []))
  const isFlow = nodes !== undefined && edges !== undefined
  return {
    id,
    type: isFlow ? 'Chatflow' : 'Tool',
    templateName: name ?? id,
    description,
    usecases,
    categories: [...new Set(described.map((node) => node.category))],
    badge: badge ?? null,
    framework,
    nodeNames,
    needs: [...new Set([...described, ...chosen].flatMap(requiredCredential))],
    color: tool.color ?? null,
    iconSrc: tool.iconSrc || null,
    flowData: isFlow ? JSON.stringify({ nodes, edges, ...(viewport !== undefined && { viewport }) }) : null,
    schema: tool.schema ?? null,
    func: tool.func ?? null,
  }
}

/** The names of nodes chosen inside a step, in its rows too: their settings stand beside their name. */
function chosenIn(values: Readonly<Record<string, unknown>> = {}): string[] {
  const rows = Object.values(values).flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
  return [values, ...rows].flatMap((each) => (isRecord(each) ? ownChoices(each) : []))
}

function ownChoices(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string' && isRecord(values[`${key}Config`]) ? [value] : [],
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function requiredCredential({ credential }: NodeDescription): string[] {
  return credential && !credential.optional ? (credential.credentialNames?.slice(0, 1) ?? []) : []
}
