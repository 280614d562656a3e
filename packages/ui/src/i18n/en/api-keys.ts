const apiKeys = {}

export default apiKeys
