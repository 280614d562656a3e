import type { CredentialDeclaration } from '@chatwright/core'
import { vendorEndpoint, type CompatibleVendor } from './define-chat-model.ts'
import { listModels } from './list-models.ts'

/** Proves a key by asking for the list of models, which costs nothing. */
export function testByListingModels(
  vendor: Pick<CompatibleVendor, 'vendor' | 'baseUrl' | 'credential' | 'headers'>,
): NonNullable<CredentialDeclaration['test']> {
  return async ({ values, context, signal }) => {
    const models = await listModels(vendorEndpoint(vendor, { credential: values, context }), signal)
    return `${vendor.vendor} accepted the key; it may use ${models.length} models.`
  }
}
