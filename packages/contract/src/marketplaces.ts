import { z } from 'zod'
import { IdParams } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'Marketplace'

/** A ready-made flow or tool as the marketplace lists it. */
export const TemplateSummary = z.object({
  id: z.string(),
  type: z.enum(['Chatflow', 'Tool']),
  templateName: z.string(),
  description: z.string(),
  /** What it is good for: the filter of the marketplace. */
  usecases: z.array(z.string()),
  categories: z.array(z.string()),
  badge: z.string().nullable(),
  framework: z.array(z.string()),
  nodeNames: z.array(z.string()),
  /** Kinds of credentials that must be chosen before it runs; none means it runs at once. */
  needs: z.array(z.string()),
  color: z.string().nullable(),
  iconSrc: z.string().nullable(),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

export const Template = TemplateSummary.extend({
  /** A flow's graph as JSON text; null for a tool. */
  flowData: z.string().nullable(),
  schema: z.string().nullable(),
  func: z.string().nullable(),
})
export type Template = z.infer<typeof Template>

export const listTemplates = defineRoute({
  method: 'GET',
  path: '/marketplaces/templates',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List templates without graphs and code.',
  response: z.array(TemplateSummary),
})

export const getTemplate = defineRoute({
  method: 'GET',
  path: '/marketplaces/templates/:id',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'Get a template with its graph or code.',
  params: IdParams,
  response: Template,
  errors: ['template-not-found'],
})

export const listChatflowTemplates = defineRoute({
  method: 'GET',
  path: '/marketplaces/chatflows',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List flow templates with their graphs.',
  response: z.array(z.object({ id: z.string(), name: z.string(), flowData: z.string(), description: z.string() })),
})

export const listToolTemplates = defineRoute({
  method: 'GET',
  path: '/marketplaces/tools',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List tool templates with their code.',
  response: z.array(
    z.object({
      id: z.string(),
      templateName: z.string(),
      name: z.string(),
      description: z.string(),
      color: z.string(),
      iconSrc: z.string().nullable(),
      schema: z.string().nullable(),
      func: z.string().nullable(),
    }),
  ),
})
