// The judge of TestJudgesGraphQL: reads one JSON request a line, {sdl, field, args},
// and answers each with a JSON list of what graphql-js has against the arguments,
// {path, text}. Run from a folder in which "npm install graphql@16" has been run.
const {buildSchema, coerceInputValue, isRequiredArgument} = require(process.cwd() + '/node_modules/graphql');

const schemas = new Map();

function schemaOf(sdl) {
  if (!schemas.has(sdl)) {
    if (schemas.size > 50) schemas.clear();
    schemas.set(sdl, buildSchema(sdl));
  }
  return schemas.get(sdl);
}

function judge({sdl, field, args}) {
  const out = [];
  const def = schemaOf(sdl).getMutationType().getFields()[field];
  for (const arg of def.args) {
    if (!Object.hasOwn(args, arg.name)) {
      if (isRequiredArgument(arg)) out.push({path: [arg.name], text: 'is required'});
      continue;
    }
    coerceInputValue(args[arg.name], arg.type, (path, value, error) => {
      out.push({path: [arg.name, ...path], text: error.message});
    });
  }
  for (const name of Object.keys(args)) {
    if (!def.args.some((a) => a.name === name)) out.push({path: [name], text: 'is not declared'});
  }
  return out;
}

require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  console.log(JSON.stringify(judge(JSON.parse(line))));
});
