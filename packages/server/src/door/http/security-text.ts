import { AppError, routeUrl, securityText } from '@chatwright/contract'
import type { Config } from '../../ground/config/config.ts'
import { handle, type Handler } from './handle.ts'

const VALID_DAYS = 180
const DAY_MS = 86_400_000

/** Whom to tell of a weakness, in the words of RFC 9116. Without a contact there is no such file: one that names nobody is no use. */
export function securityTextRoutes(
  { securityContact, publicUrl }: Pick<Config, 'securityContact' | 'publicUrl'>,
  now: () => Date = () => new Date(),
): Handler[] {
  return [
    handle(securityText, () => {
      if (securityContact === undefined) {
        throw new AppError('not-found', undefined, {
          message: "The operator of this server hasn't named a security contact.",
        })
      }
      const expires = new Date(Math.ceil(now().getTime() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
      return [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        ...(publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${routeUrl(securityText)}`] : []),
        '',
      ].join('\n')
    }),
  ]
}
