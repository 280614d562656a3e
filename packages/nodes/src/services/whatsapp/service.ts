import { defineService } from '../define-service.ts'
import { given, keep } from '../read-body.ts'
import { flag, list, text } from '../service-inputs.ts'
import { path, post } from '../service-request.ts'
import { operation } from '../service.ts'

const to = text('To', { description: 'A phone number with its country code, such as 491701234567.' })
const whatsApp = { messaging_product: 'whatsapp', recipient_type: 'individual' }
const KEPT = ['id:messages.0.id', 'to:contacts.0.wa_id']

export default defineService({
  name: 'whatsApp',
  label: 'WhatsApp',
  description: 'Sends messages in WhatsApp.',
  icon: 'whatsapp.svg',
  color: '#15803d',
  keywords: ['chat', 'message', 'phone', 'meta'],
  documentation: 'https://developers.facebook.com/docs/whatsapp/cloud-api',
  credential: ['whatsAppCloudApi'],
  base: ({ whatsAppPhoneNumberId = '', whatsAppApiAddress }) =>
    `${(whatsAppApiAddress || 'https://graph.facebook.com/v24.0').replace(/\/$/, '')}${path`/${whatsAppPhoneNumberId}`}`,
  sign: ({ whatsAppAccessToken }) => ({ headers: { authorization: `Bearer ${whatsAppAccessToken ?? ''}` } }),
  operations: [
    operation({
      name: 'sendMessage',
      label: 'Send a message',
      description: 'Sends a text to a person who wrote within the last 24 hours.',
      effect: 'writes',
      inputs: { to, text: text('Text', { rows: 4 }), preview: flag('Show previews of links', { default: false }) },
      request: ({ to: number, text: body, preview }) =>
        post('/messages', { ...whatsApp, to: number, type: 'text', text: { preview_url: preview, body } }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'sendTemplate',
      label: 'Send a template',
      description: 'Sends an approved template to any number.',
      effect: 'writes',
      inputs: {
        to,
        template: text('Template', { description: 'Its name.' }),
        language: text('Language', { default: 'en_US' }),
        values: list('Values', { description: 'The values of its variables, in order.', optional: true }),
      },
      request: ({ to: number, template, language, values }) =>
        post('/messages', {
          ...whatsApp,
          to: number,
          type: 'template',
          template: given({
            name: template,
            language: { code: language },
            components: values && [
              { type: 'body', parameters: values.map((each) => ({ type: 'text', text: String(each) })) },
            ],
          }),
        }),
      result: (body) => keep(body, KEPT),
    }),
    operation({
      name: 'sendImage',
      label: 'Send an image',
      description: 'Sends an image from a web address.',
      effect: 'writes',
      inputs: {
        to,
        image: text('Image', { description: 'Its web address.' }),
        caption: text('Caption', { optional: true }),
      },
      request: ({ to: number, image, caption }) =>
        post('/messages', { ...whatsApp, to: number, type: 'image', image: given({ link: image, caption }) }),
      result: (body) => keep(body, KEPT),
    }),
  ],
})
