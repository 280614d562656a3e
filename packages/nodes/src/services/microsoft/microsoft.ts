import { linkPages } from '../paging.ts'

/** What a Microsoft connection may be allowed to do, in words. */
export const MICROSOFT_ACCESS = [
  { label: 'Outlook: read, send and move mail', name: 'mail', scopes: ['Mail.ReadWrite', 'Mail.Send'] },
  { label: 'Calendar: read and change events', name: 'calendar', scopes: ['Calendars.ReadWrite'] },
  { label: 'OneDrive, SharePoint and Excel: read and change files', name: 'files', scopes: ['Files.ReadWrite.All'] },
  { label: 'SharePoint: read sites', name: 'sites', scopes: ['Sites.Read.All'] },
  {
    label: 'Teams: read channels and send messages',
    name: 'teams',
    scopes: ['ChannelMessage.Send', 'Team.ReadBasic.All', 'Channel.ReadBasic.All'],
  },
] as const

export const GRAPH = 'https://graph.microsoft.com/v1.0'
export const MICROSOFT_CREDENTIALS = ['microsoftOAuth2'] as const

/** The scopes behind what was chosen; all of them where nothing was. */
export function microsoftScopes(chosen: string | undefined): string[] {
  const names = chosen?.trim() ? chosen : MICROSOFT_ACCESS.map(({ name }) => name).join(',')
  const wanted = MICROSOFT_ACCESS.filter(({ name }) => names.includes(name))
  return ['offline_access', ...wanted.flatMap(({ scopes }) => [...scopes])]
}

export const graphPages = linkPages('value', { from: '@odata.nextLink', size: { name: '$top', most: 100 } })
