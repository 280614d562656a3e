import type { TemplateSummary } from '@chatwright/contract'

export type Needs = 'any' | 'none' | 'some'
export type TemplateType = 'all' | TemplateSummary['type']

export interface TemplateFilter {
  words: string
  type: TemplateType
  usecase: string
  needs: Needs
}

export function filterTemplates(templates: readonly TemplateSummary[], filter: TemplateFilter): TemplateSummary[] {
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(
    (template) =>
      (filter.type === 'all' || template.type === filter.type) &&
      (filter.usecase === '' || template.usecases.includes(filter.usecase)) &&
      (filter.needs === 'any' || (template.needs.length === 0) === (filter.needs === 'none')) &&
      words.every((word) => searchText(template).includes(word)),
  )
}

/** Every use that some template names, in the order of the alphabet. */
export function listUsecases(templates: readonly TemplateSummary[]): string[] {
  return [...new Set(templates.flatMap((template) => template.usecases))].toSorted((a, b) => a.localeCompare(b))
}

export function readFilter(params: URLSearchParams): TemplateFilter {
  const type = params.get('type')
  const needs = params.get('needs')
  return {
    words: params.get('search') ?? '',
    type: type === 'Chatflow' || type === 'Tool' ? type : 'all',
    usecase: params.get('use') ?? '',
    needs: needs === 'none' || needs === 'some' ? needs : 'any',
  }
}

/** Only what differs from the default is written into the address. */
export function writeFilter(filter: TemplateFilter): Record<string, string> {
  return {
    ...(filter.words !== '' && { search: filter.words }),
    ...(filter.type !== 'all' && { type: filter.type }),
    ...(filter.usecase !== '' && { use: filter.usecase }),
    ...(filter.needs !== 'any' && { needs: filter.needs }),
  }
}

function searchText(template: TemplateSummary): string {
  return [
    template.templateName,
    template.description,
    ...template.usecases,
    ...template.categories,
    ...template.nodeNames,
  ]
    .join(' ')
    .toLowerCase()
}
