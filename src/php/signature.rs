//! What a method looks like from PHP: its name, its parameters with types and
//! defaults, its return type, as Reflection shows them and errors name them.
//!
//! ext-php-rs builds the tables that the engine reads, but knows no union
//! types; `php::class` has these written into them before anybody reads them.
//! Nothing is converted or checked here. Used by `php::class` and
//! `php::arguments`.

use ext_php_rs::args::Arg;
use ext_php_rs::builders::FunctionBuilder;
use ext_php_rs::ffi::{
    IS_ARRAY, IS_CALLABLE, IS_DOUBLE, IS_FALSE, IS_LONG, IS_NULL, IS_STRING, IS_TRUE, IS_VOID,
    MAY_BE_ANY,
};
use ext_php_rs::flags::DataType;

/// A type as PHP writes it and as the engine keeps it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Type {
    name: &'static str,
    mask: u32,
}

impl Type {
    const fn new(name: &'static str, mask: u32) -> Self {
        Self { name, mask }
    }
}

const NUMBER: u32 = 1 << IS_LONG | 1 << IS_DOUBLE;
const NULL: u32 = 1 << IS_NULL;

pub(super) const ARRAY: Type = Type::new("array", 1 << IS_ARRAY);
pub(super) const BOOL: Type = Type::new("bool", 1 << IS_TRUE | 1 << IS_FALSE);
pub(super) const CALLABLE: Type = Type::new("callable", 1 << IS_CALLABLE);
pub(super) const CALLABLE_OR_NULL: Type = Type::new("?callable", 1 << IS_CALLABLE | NULL);
pub(super) const CONFIG: Type =
    Type::new("array|string|null", 1 << IS_ARRAY | 1 << IS_STRING | NULL);
pub(super) const FLOAT_OR_NULL: Type = Type::new("?float", 1 << IS_DOUBLE | NULL);
pub(super) const INT: Type = Type::new("int", 1 << IS_LONG);
pub(super) const INT_OR_NULL: Type = Type::new("?int", 1 << IS_LONG | NULL);
pub(super) const MIXED: Type = Type::new("mixed", MAY_BE_ANY);
pub(super) const SECONDS: Type = Type::new("int|float", NUMBER);
pub(super) const SECONDS_OR_NULL: Type = Type::new("int|float|null", NUMBER | NULL);
pub(super) const STRING: Type = Type::new("string", 1 << IS_STRING);
pub(super) const STRING_OR_NULL: Type = Type::new("?string", 1 << IS_STRING | NULL);
pub(super) const VOID: Type = Type::new("void", 1 << IS_VOID);

/// A parameter, with its default as PHP would write it.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) of: Type,
    pub(super) default: Option<&'static str>,
}

/// A method's outside.
#[derive(Debug)]
pub(super) struct Signature {
    pub(super) method: &'static str,
    pub(super) parameters: &'static [Parameter],
    /// `None`: no return type, as constructors have none.
    pub(super) returns: Option<Type>,
}

impl Signature {
    /// What an error about the argument at `index` starts with.
    pub(super) fn subject(&self, index: usize) -> String {
        let name = self.parameters.get(index).map_or("", |it| it.name);
        let (method, position) = (self.method, index + 1);
        format!("RedisMutexLock::{method}(): Argument #{position} (${name})")
    }

    /// The type of the argument at `index`.
    pub(super) fn expected(&self, index: usize) -> &'static str {
        self.parameters.get(index).map_or("", |it| it.of.name)
    }

    /// How many parameters have no default.
    pub(super) fn required(&self) -> usize {
        let without_default = self.parameters.iter().filter(|it| it.default.is_none());
        without_default.count()
    }

    /// Adds the parameters; their types come when the class is registered.
    pub(super) fn describe<'a>(&self, mut builder: FunctionBuilder<'a>) -> FunctionBuilder<'a> {
        for parameter in self.parameters {
            let mut argument = Arg::new(parameter.name, DataType::Mixed);
            if let Some(default) = parameter.default {
                argument = argument.default(default);
            }
            builder = builder.arg(argument);
        }
        if self.returns.is_some() {
            builder = builder.returns(DataType::Mixed, false, false);
        }
        builder.required_args(self.required())
    }

    /// The engine's types: what is returned, then each parameter. `None`: no type.
    pub(super) fn types(&self) -> impl Iterator<Item = Option<u32>> {
        let parameters = self.parameters.iter().map(|it| Some(it.of));
        let types = std::iter::once(self.returns).chain(parameters);
        types.map(|of| of.map(|of| of.mask))
    }
}
