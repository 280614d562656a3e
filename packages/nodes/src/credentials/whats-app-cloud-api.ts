import { defineCredential, password, string } from '@chatwright/core'
import { z } from 'zod'
import { pathSegment } from '../http/path-segment.ts'
import { requestJson } from '../http/request-json.ts'

export default defineCredential({
  name: 'whatsAppCloudApi',
  label: 'WhatsApp Cloud API',
  version: 1,
  icon: 'whatsapp.svg',
  description: 'A WhatsApp Business number and its tokens. Find them in your Meta app, under WhatsApp.',
  inputs: {
    whatsAppPhoneNumberId: string({
      destination: true,
      label: 'Phone number ID',
      description: 'Found under API Setup, below the number. It has digits only.',
    }),
    whatsAppAccessToken: password({
      label: 'Access token',
      placeholder: 'EAAG…',
      description: 'A permanent token of a system user.',
    }),
    whatsAppAppSecret: password({
      label: 'App secret',
      description: 'Found under App settings, Basic. It proves that a message comes from WhatsApp.',
    }),
    whatsAppApiAddress: string({
      destination: true,
      label: 'API address',
      optional: true,
      additional: true,
      placeholder: 'https://graph.facebook.com/v24.0',
      description: 'Needed only for another version of the API.',
    }),
  },
  async test({ values, context, signal }) {
    const base = (values.whatsAppApiAddress || 'https://graph.facebook.com/v24.0').replace(/\/$/, '')
    const number = await requestJson(
      {
        fetch: context.fetch,
        service: 'WhatsApp',
        url: `${base}/${pathSegment('Phone number ID', values.whatsAppPhoneNumberId)}?fields=display_phone_number`,
        headers: { authorization: `Bearer ${values.whatsAppAccessToken ?? ''}` },
        signal,
      },
      z.object({ display_phone_number: z.string() }),
    )
    return `WhatsApp knows this number as ${number.display_phone_number}.`
  },
})
