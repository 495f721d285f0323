import type { Plugin } from 'vite'

/**
 * Statements with which the Basis transcoder makes functions from text, which the content security policy forbids,
 * each with a function that does the same. Emscripten itself would write the like with -sDYNAMIC_EXECUTION=0.
 */
const REPLACEMENTS: readonly (readonly [text: string, replacement: string])[] = [
  // calls of C++ from JavaScript: convert `this` and the arguments, call, free the memory that the conversions
  // allocated
  [
    'let[args,invokerFnBody]=createJsInvoker(argTypes,isClassMethodFunc,returns,isAsync);args.push(invokerFnBody);var invokerFn=newFunc(Function,args)(...closureArgs);',
    `var first=isClassMethodFunc?1:2;
var invokerFn=function(...given){
  if(given.length!==argCount-2)throwBindingError('function '+humanName+' called with '+given.length+' arguments, expected '+(argCount-2));
  var destructors=needsDestructorStack?[]:null;
  var all=isClassMethodFunc?[this,...given]:given;
  var wired=all.map((value,at)=>argTypes[first+at]['toWireType'](destructors,value));
  var rv=cppInvokerFunc(cppTargetFunc,...wired);
  if(destructors)runDestructors(destructors);
  else wired.forEach((value,at)=>{var free=argTypes[first+at].destructorFunction;if(free!==null)free(value)});
  if(returns)return argTypes[0]['fromWireType'](rv);
};`,
  ],
  // calls of JavaScript from C++: reads the arguments from memory, calls (kind 1: constructs), returns the converted value
  [
    'var invokerFunction=newFunc(Function,params)(...args);',
    `var invokerFunction=function(obj,func,destructorsRef,args){
  var at=0;
  var values=types.map(type=>{var value=type['readValueFromPointer'](args+at);at+=type['argPackAdvance'];return value});
  var rv=kind===1?new func(...values):kind===0?func.call(obj,...values):func.call(...values);
  if(!retType.isVoid)return emval_returnValue(retType,destructorsRef,rv);
};`,
  ],
]

function replaceGeneratedFunctions(source: string): string {
  let replaced = source
  for (const [text, replacement] of REPLACEMENTS) {
    if (replaced.split(text).length !== 2) throw new Error(`The Basis transcoder no longer has: ${text}`)
    replaced = replaced.replace(text, () => replacement)
  }
  return replaced
}

/** Lets KTX2Loader of three work without 'unsafe-eval'. */
export function evalFreeBasis(): Plugin {
  return {
    name: 'eval-free-basis',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const [name, asset] of Object.entries(bundle))
          if (asset.type === 'asset' && /(^|\/)basis_transcoder[^/]*\.js$/.test(name))
            asset.source = replaceGeneratedFunctions(
              typeof asset.source === 'string' ? asset.source : new TextDecoder().decode(asset.source),
            )
      },
    },
  }
}
