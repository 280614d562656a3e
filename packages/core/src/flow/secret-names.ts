const SECRET_NAME =
  /^(proxy-)?authorization$|^(set-)?cookie$|password|secret|api-?_?key|token$|^FLOWISE_CREDENTIAL_ID$/i

/** Whether what goes by this name is kept from others. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}
