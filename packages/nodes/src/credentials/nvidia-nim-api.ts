import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'nvidiaNIMApi',
  label: 'NVIDIA NIM API',
  version: 1,
  description: "A key from build.nvidia.com. Your own container doesn't need one.",
  icon: 'nvidia.svg',
  inputs: { nvidiaNIMApiKey: password({ label: 'NVIDIA NIM API key' }) },
})
