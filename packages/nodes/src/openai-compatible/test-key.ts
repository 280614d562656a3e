import type { CredentialDeclaration } from '@chatwright/core'
import { listModels } from './list-models.ts'
import { vendorEndpoint, type Vendor } from './vendor-endpoint.ts'

/** Proves a key by asking for the list of models, which costs nothing. */
export function testByListingModels(vendor: Vendor): NonNullable<CredentialDeclaration['test']> {
  return async ({ values, context, signal }) => {
    const models = await listModels(vendorEndpoint(vendor, { credential: values, context }), signal)
    return `${vendor.vendor} accepted the key. It can use ${models.length} models.`
  }
}
