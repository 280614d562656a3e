/** What a Slack app has to be allowed and told, to be pasted where an app is made from a manifest. */
export function slackManifest({ name, address }: { name: string; address: string }): string {
  return JSON.stringify(
    {
      display_information: { name: name.slice(0, 35) },
      features: {
        app_home: { messages_tab_enabled: true, messages_tab_read_only_enabled: false },
        bot_user: { display_name: name.slice(0, 80), always_online: true },
      },
      oauth_config: {
        scopes: {
          bot: [
            'app_mentions:read',
            'channels:history',
            'chat:write',
            'files:read',
            'files:write',
            'groups:history',
            'im:history',
          ],
        },
      },
      settings: {
        event_subscriptions: {
          request_url: address,
          bot_events: ['app_mention', 'message.channels', 'message.groups', 'message.im'],
        },
        interactivity: { is_enabled: true, request_url: address },
        org_deploy_enabled: false,
        socket_mode_enabled: false,
        token_rotation_enabled: false,
      },
    },
    null,
    2,
  )
}
