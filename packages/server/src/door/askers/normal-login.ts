/** What people sign in with, as it is stored: however it was typed. */
export function normalLogin(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
