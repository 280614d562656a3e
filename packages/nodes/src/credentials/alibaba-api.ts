import { defineCredential, password } from '@chatwright/core'

export default defineCredential({
  name: 'AlibabaApi',
  label: 'Alibaba API',
  version: 1,
  description: 'A key from Alibaba Cloud Model Studio.',
  icon: 'alibaba.svg',
  inputs: { alibabaApiKey: password({ label: 'Alibaba API key' }) },
})
