import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'supabaseApi',
  label: 'Supabase API',
  version: 1,
  icon: 'supabase.svg',
  description: "The project's service role key. Find it in Supabase under Project settings, API.",
  inputs: {
    supabaseApiKey: password({ label: 'Supabase API Key' }),
  },
})
