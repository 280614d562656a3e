const credentials = {}

export default credentials
