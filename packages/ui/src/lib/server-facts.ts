/** What a server says of itself to everybody. */
export interface ServerFacts {
  version: string
  releasesUrl: string | null
  isPublished: boolean
  hasLogin: boolean
}
