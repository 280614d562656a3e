import { AppError, type Template, type TemplateSummary } from '@chatwright/contract'
import type { Catalogue } from '@chatwright/nodes'
import { readTemplate } from './read-template.ts'

export type TemplateService = ReturnType<typeof createTemplateService>

const DEFAULT_COLOR = 'linear-gradient(rgb(92,107,192), rgb(38,166,154))'

/** The templates that come with the product. They do not change while it runs, so they are read once. */
export function createTemplateService(catalogue: Pick<Catalogue, 'templates' | 'describe'>) {
  let loading: Promise<Template[]> | undefined

  const load = (): Promise<Template[]> => {
    loading ??= readAll()
    // A file that could not be read may be mended: the next request tries again.
    loading.catch(() => (loading = undefined))
    return loading
  }
  const readAll = async (): Promise<Template[]> =>
    (await catalogue.templates()).map((template) => readTemplate(template, (name) => catalogue.describe(name)))

  return {
    list: async (): Promise<TemplateSummary[]> => load(),

    async get(id: string): Promise<Template> {
      const template = (await load()).find((each) => each.id === id)
      if (!template) throw new AppError('template-not-found', { id })
      return template
    },

    /** Flows as older clients read them. */
    async flows() {
      return (await load()).flatMap(({ id, templateName: name, description, flowData }) =>
        flowData === null ? [] : [{ id, name, description, flowData }],
      )
    },

    /** Tools as older clients read them. */
    async tools() {
      return (await load()).flatMap(({ id, type, templateName, description, color, iconSrc, schema, func }) =>
        type === 'Tool'
          ? [
              {
                id,
                templateName,
                name: templateName,
                description,
                color: color ?? DEFAULT_COLOR,
                iconSrc,
                schema,
                func,
              },
            ]
          : [],
      )
    },
  }
}
