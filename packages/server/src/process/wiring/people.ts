import { createSendMail } from '../../asking/notices/send-mail.ts'
import type { FailureLimiter } from '../../door/http/failure-limiter.ts'
import { createPasswords } from '../../door/people/passwords.ts'
import { createPersonService, type LinkMail, type PersonService } from '../../door/people/person-service.ts'
import { createPersonStore } from '../../door/people/person-store.ts'
import type { Login } from '../../door/sign-ins/login.ts'
import type { SignInService } from '../../door/sign-ins/sign-in-service.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Outbound } from '../../guards/outbound/outbound.ts'

interface PeopleOptions {
  config: Config
  database: Database
  login: Login | undefined
  failures: FailureLimiter
  signIns: Pick<SignInService, 'forget'>
  dialAddress: Outbound['dialAddress']
}

/** People beside the operator, and the mail that brings them their links. */
export function createPeople({
  config,
  database,
  login,
  failures,
  signIns,
  dialAddress,
}: PeopleOptions): PersonService {
  const sendMail = createSendMail({ settings: config.mail, dialAddress })
  return createPersonService({
    store: createPersonStore(database),
    login,
    passwords: createPasswords(failures),
    forgetSignIns: () => signIns.forget(),
    async mailLink(mail) {
      // Without a public address there is nothing that a link could lead to.
      if (!config.mail || config.publicUrl === undefined) return false
      await sendMail({ to: [mail.login], ...textOf(mail, config.publicUrl) })
      return true
    },
  })
}

function textOf({ name, token, hasJoined, expiresDate }: LinkMail, address: string): { subject: string; text: string } {
  const link = `${address}/join#${token}`
  const [subject, first] = hasJoined
    ? ['Reset your password', 'Use this link to choose a new password']
    : ['Join Chatwright', "You're invited to Chatwright. Use this link to choose a password"]
  const until = expiresDate.slice(0, 16).replace('T', ' ')
  return { subject, text: `Hello ${name},\n\n${first}:\n${link}\n\nIt works once, until ${until} UTC.\n` }
}
