const tools = {}

export default tools
