//! The Lua of Redis, and how values go from the server into a script and back.
//!
//! A thread has one interpreter for all its servers, because a new one costs as much as many runs. A script
//! cannot leave anything in it, because the script sees read-only views, and KEYS and ARGV are new in each
//! run. Called by `server`, while the commands of a script go to `machine`.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::chunk::ChunkMode;
use mlua::{Function, Lua, LuaOptions, MultiValue, StdLib, Table, Value};

use super::commands::printed;
use super::machine::{At, Machine, error};
use crate::protocol::Reply;

/// The code that builds what scripts see, which takes the function that executes a command, and returns the
/// scripts' environment and the function that runs a script.
const PRELUDE: &str = r"
local execute = ...

-- Redis raises an error of a command as a table, and so keeps its first word.
local function call(...)
  local reply = execute(...)
  if type(reply) == 'table' and reply.err then error(reply, 0) end
  return reply
end

local function view(of)
  return setmetatable({}, {
    __index = of,
    __newindex = function() error('Attempt to modify a readonly table', 2) end,
    __metatable = false,
  })
end

-- Random numbers would depend on the runs before.
math.random, math.randomseed = nil, nil

local known = setmetatable({
  assert = assert, error = error, ipairs = ipairs, next = next, pairs = pairs,
  pcall = pcall, rawequal = rawequal, rawget = rawget, select = select,
  tonumber = tonumber, tostring = tostring, type = type, unpack = unpack,
  math = view(math), string = view(string), table = view(table),
  redis = view({ call = call, pcall = execute }),
}, {
  __index = function(_, name)
    error('Script attempted to access nonexistent global variable ' .. tostring(name), 2)
  end,
})

local function run(script)
  local fine, result = pcall(script)
  if fine or type(result) == 'table' and result.err then return result end
  return { err = 'ERR ' .. tostring(result) }
end

return view(known), run
";

thread_local! {
    static BRIDGE: Bridge = Bridge::new().unwrap();
}

/// The run of a script that is in progress.
struct ScriptRun {
    machine: Rc<Machine>,
    at: At,
    wrote: bool,
}

struct Bridge {
    lua: Lua,
    environment: Table,
    /// The function that calls a script, and makes a reply of what it raises.
    run: Function,
    /// The scripts by their text, in a table of Lua, because only some thousands of Lua's values can be held
    /// from outside.
    compiled: Table,
    current: Rc<RefCell<Option<ScriptRun>>>,
}

/// Runs a script on a server, and returns its reply.
pub(super) fn run(machine: &Rc<Machine>, text: &str, keys: &[&[u8]], args: &[&[u8]]) -> Reply {
    let at = match machine.route(keys) {
        Ok(at) => at,
        Err(try_again) => return try_again,
    };
    BRIDGE.with(|bridge| {
        let script = match bridge.script(text) {
            Ok(script) => script,
            Err(mlua::Error::SyntaxError { message, .. }) => {
                return error(&format!("ERR Error compiling script: {message}"));
            }
            Err(other) => panic!("{other}"),
        };
        let wrote = false;
        let machine = Rc::clone(machine);
        *bridge.current.borrow_mut() = Some(ScriptRun { machine, at, wrote });
        bridge.run(&script, keys, args).unwrap()
    })
}

impl Bridge {
    fn new() -> mlua::Result<Self> {
        let libraries = StdLib::MATH | StdLib::STRING | StdLib::TABLE;
        // A panic in a command is a fault of this file, so no script may catch it.
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(false))?;
        let current = Rc::new(RefCell::new(None));
        let running = Rc::clone(&current);
        let execute = lua.create_function(move |lua, words: MultiValue| {
            let mut running = running.borrow_mut();
            into_lua(lua, execute(running.as_mut().unwrap(), &words))
        })?;
        let prelude = lua.load(PRELUDE).set_name("=prelude");
        let (environment, run) = prelude.call(execute)?;
        let compiled = lua.create_table()?;
        Ok(Self {
            lua,
            environment,
            run,
            compiled,
            current,
        })
    }

    fn script(&self, text: &str) -> mlua::Result<Function> {
        if let Some(script) = self.compiled.raw_get(text)? {
            return Ok(script);
        }
        let chunk = self.lua.load(text).set_name("=user_script");
        let chunk = chunk.set_mode(ChunkMode::Text);
        let chunk = chunk.set_environment(self.environment.clone());
        let script = chunk.into_function()?;
        self.compiled.raw_set(text, &script)?;
        Ok(script)
    }

    fn run(&self, script: &Function, keys: &[&[u8]], args: &[&[u8]]) -> mlua::Result<Reply> {
        for (name, values) in [("KEYS", keys), ("ARGV", args)] {
            let table = self.lua.create_table_with_capacity(values.len(), 0)?;
            for value in values {
                table.raw_push(self.lua.create_string(value)?)?;
            }
            self.environment.raw_set(name, table)?;
        }
        from_lua(&self.run.call(script)?)
    }
}

/// Executes the command that a script calls, and returns the reply.
fn execute(run: &mut ScriptRun, words: &MultiValue) -> Reply {
    if words.is_empty() {
        let message = "ERR Please specify at least one argument for this redis.call() call";
        return error(message);
    }
    let mut bytes = Vec::with_capacity(words.len());
    for word in words {
        bytes.push(match word {
            Value::String(text) => text.as_bytes().to_vec(),
            Value::Integer(number) => printed(float(*number)).into_bytes(),
            Value::Number(number) => printed(*number).into_bytes(),
            _ => {
                let message = "ERR Lua redis lib command arguments must be strings or integers";
                return error(message);
            }
        });
    }
    let words: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    run.machine.execute_called(&words, run.at, &mut run.wrote)
}

/// Returns a reply as a script gets it.
fn into_lua(lua: &Lua, reply: Reply) -> mlua::Result<Value> {
    let status = |field: &str, text: &str| {
        let table = lua.create_table_with_capacity(0, 1)?;
        table.raw_set(field, text)?;
        Ok(Value::Table(table))
    };
    match reply {
        Reply::Nil => Ok(Value::Boolean(false)),
        Reply::Okay => status("ok", "OK"),
        Reply::Int(number) => Ok(Value::Number(float(number))),
        Reply::Bytes(bytes) => lua.create_string(bytes).map(Value::String),
        Reply::Error { code, words } => status("err", format!("{code} {words}").trim_end()),
        Reply::Other => unreachable!("no command answers so"),
        Reply::List(replies) => {
            let table = lua.create_table_with_capacity(replies.len(), 0)?;
            for reply in replies {
                table.raw_push(into_lua(lua, reply)?)?;
            }
            Ok(Value::Table(table))
        }
    }
}

/// Returns the reply that a script's value becomes.
fn from_lua(value: &Value) -> mlua::Result<Reply> {
    Ok(match value {
        Value::Boolean(true) => Reply::Int(1),
        Value::Integer(number) => Reply::Int(*number),
        Value::Number(number) => Reply::Int(truncated(*number)),
        Value::String(text) => Reply::Bytes(text.as_bytes().to_vec()),
        Value::Table(table) => from_table(table)?,
        _ => Reply::Nil,
    })
}

fn from_table(table: &Table) -> mlua::Result<Reply> {
    if let Value::String(message) = table.raw_get("err")? {
        return Ok(error(&message.to_string_lossy()));
    }
    if let Value::String(_) = table.raw_get("ok")? {
        return Ok(Reply::Okay);
    }
    let mut replies = Vec::new();
    loop {
        match table.raw_get(replies.len() + 1)? {
            Value::Nil => return Ok(Reply::List(replies)),
            value => replies.push(from_lua(&value)?),
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "Lua has no other numbers")]
fn float(number: i64) -> f64 {
    number as f64
}

#[allow(clippy::cast_possible_truncation, reason = "that is what Redis does")]
fn truncated(number: f64) -> i64 {
    number as i64
}
