import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'supabaseApi',
  label: 'Supabase API',
  version: 1,
  icon: 'supabase.svg',
  description: 'The service role key of the project: Supabase, Project settings, API.',
  inputs: {
    supabaseApiKey: password({ label: 'Supabase API Key' }),
  },
})
