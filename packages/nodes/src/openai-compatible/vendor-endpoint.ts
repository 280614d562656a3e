import type { CredentialValues, NodeContext } from '@chatwright/core'
import type { Endpoint } from '../providers/endpoint.ts'
import { missingKey } from '../providers/provider-errors.ts'

/** Where a vendor with OpenAI's API is found, and which credential opens it. */
export interface Vendor {
  /** The vendor's name in messages. */
  vendor: string
  baseUrl: string
  credential: { name: string; label: string; /** The field that holds the key. */ key: string }
  headers?: Readonly<Record<string, string>>
}

/** An address that a builder typed goes through the client that may reach the builder's own machine. */
export function vendorEndpoint(
  vendor: Vendor,
  from: {
    credential: CredentialValues
    context: Pick<NodeContext, 'fetch' | 'providerFetch'>
    address?: string | undefined
    addressField?: string
  },
): Endpoint {
  const key = from.credential[vendor.credential.key]
  if (!key && !from.address) throw missingKey(vendor.vendor, vendor.credential.label)
  return {
    vendor: vendor.vendor,
    baseUrl: from.address ?? vendor.baseUrl,
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...vendor.headers },
    fetch: from.address ? from.context.providerFetch : from.context.fetch,
    credentialLabel: vendor.credential.label,
    ...(from.address && { addressField: from.addressField ?? 'basepath' }),
  }
}
