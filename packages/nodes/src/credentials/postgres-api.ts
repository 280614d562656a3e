import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'PostgresApi',
  label: 'Postgres API',
  version: 1,
  icon: 'postgres.svg',
  description: 'The user that may read and write the table.',
  inputs: {
    user: string({ label: 'User', placeholder: 'postgres' }),
    password: password({ label: 'Password' }),
  },
})
