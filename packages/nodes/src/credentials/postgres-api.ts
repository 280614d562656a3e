import { defineCredential, password, string } from '@chatwright/core'

export default defineCredential({
  name: 'PostgresApi',
  label: 'Postgres API',
  version: 1,
  icon: 'postgres.svg',
  description: 'A user who may read and write the table.',
  inputs: {
    user: string({ label: 'User', placeholder: 'postgres' }),
    password: password({ label: 'Password' }),
  },
})
