import { defineNode, type NodeDefinition } from '@chatwright/core'
import { loaderInputs, loaderOutputs, loaderTraits, loaderValue } from '../document-loaders/document-loader.ts'
import { serviceCalls } from './call-service.ts'
import { credentialOf, serviceLists } from './service-form.ts'
import { readValues, type Service, type ServiceLoader } from './service.ts'

/** A service as a source of documents. */
export function serviceLoader(service: Service, loader: ServiceLoader): NodeDefinition {
  const { inputs: fields, load, label = service.label, name = `${service.name}Loader` } = loader
  return defineNode({
    name,
    label,
    version: 1,
    category: 'Document Loaders',
    description: loader.description,
    icon: service.icon,
    keywords: service.keywords,
    ...(service.documentation !== undefined && { documentation: service.documentation }),
    baseClasses: ['Document'],
    ...credentialOf(service),
    inputs: { ...Object.fromEntries(Object.entries(fields).map(([key, { spec }]) => [key, spec])), ...loaderInputs },
    outputs: loaderOutputs,
    traits: { ...loaderTraits, service: service.name },
    example: Object.fromEntries(
      Object.entries(fields).flatMap(([key, each]) => (each.isOptional ? [] : [[key, 'one']])),
    ),
    build({ inputs, credential, context, ...rest }) {
      return loaderValue({ inputs, ...rest }, (signal) => {
        const values = readValues(fields, inputs as Record<string, unknown>)
        return load(values, serviceCalls(service, { credential, context, signal }))
      })
    },
    load: serviceLists(service),
  })
}
