import { alibabaModels } from '../model-lists/compatible.ts'
import { defineCompatibleChat } from '../openai-compatible/define-chat-model.ts'
import { alibaba } from '../openai-compatible/vendors.ts'

export default defineCompatibleChat({
  ...alibaba,
  name: 'chatAlibabaTongyi',
  label: 'ChatAlibabaTongyi',
  version: 1,
  description:
    'Chats with Qwen models in Alibaba Cloud Model Studio. Set Base Path if your key belongs to another region.',
  icon: 'alibaba.svg',
  models: alibabaModels,
  defaultModel: 'qwen-plus',
  documentation: 'https://www.alibabacloud.com/help/en/model-studio',
})
