import {
  createCredential,
  deleteCredential,
  getCredential,
  getCredentialUse,
  listCredentials,
  testCredential,
  testNewCredential,
  updateCredential,
} from '@chatwright/contract'
import { handle, type Handler } from '../../door/http/handle.ts'
import type { CredentialService } from './credential-service.ts'

export const credentialRoutes = (credentials: CredentialService): Handler[] => [
  handle(listCredentials, ({ query: { credentialName } }) =>
    credentials.list(typeof credentialName === 'string' ? [credentialName] : credentialName),
  ),
  handle(getCredential, ({ params }) => credentials.get(params.id)),
  handle(getCredentialUse, ({ params }) => credentials.usedBy(params.id)),
  handle(createCredential, ({ body }) => credentials.create(body)),
  handle(updateCredential, ({ params, body }) => credentials.update(params.id, body)),
  handle(deleteCredential, async ({ params, query }) => {
    await credentials.delete(params.id, { isForced: query.force === 'true' })
    return { raw: [], affected: 1 }
  }),
  handle(testCredential, ({ params, body }) => credentials.testKept(params.id, body.plainDataObj)),
  handle(testNewCredential, ({ body }) => credentials.testNew(body.credentialName, body.plainDataObj)),
]
