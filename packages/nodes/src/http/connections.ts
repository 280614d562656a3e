import type { CredentialValues, NodeContext } from '@chatwright/core'

/** Credentials that sign requests by themselves, for nodes that reach any address. */
export const CONNECTIONS = ['oAuth2Api', 'googleOAuth2', 'googleServiceAccount', 'slackOAuth2'] as const

/** A fetch that signs with the connection, if there is one. */
export function signedFetch(
  credential: CredentialValues,
  context: Pick<NodeContext, 'fetch' | 'connect'>,
): typeof fetch {
  return credential['connection'] === undefined ? context.fetch : context.connect(credential)
}
