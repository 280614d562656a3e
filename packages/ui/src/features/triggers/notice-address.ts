const MAIL = 'mailto:'

export function isMailAddress(url: string): boolean {
  return url.startsWith(MAIL)
}

/** As people write it. */
export function shownAddress(url: string): string {
  return isMailAddress(url) ? url.slice(MAIL.length).replaceAll(',', ', ') : url
}

/** As it is stored. */
export function mailAddress(typed: string): string {
  return `${MAIL}${typed
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(',')}`
}
