//! What a method or a function looks like from PHP, which is its name, its parameters with types and defaults, and its
//! return type. Reflection shows these, and errors name them.
//!
//! ext-php-rs builds the tables that the engine reads, but knows no union types, so `php::registration`
//! writes those into the tables before anybody reads them. This file converts and checks nothing, because
//! `php::arguments` does so. Used by `php::methods`, `php::arguments`, `php::dispatch` and
//! `php::registration`.

use ext_php_rs::args::Arg;
use ext_php_rs::builders::FunctionBuilder;
use ext_php_rs::ffi::{
    IS_ARRAY, IS_CALLABLE, IS_DOUBLE, IS_FALSE, IS_LONG, IS_NULL, IS_STRING, IS_TRUE, IS_VOID,
    MAY_BE_ANY,
};
use ext_php_rs::flags::DataType;

/// A type, with its name in PHP and the engine's bit mask for it.
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

/// The default of a parameter as a value of PHP, whose unit is that of the parameter.
#[derive(Debug, Clone, Copy)]
pub(super) enum DefaultValue {
    Null,
    Int(u32),
    /// Text without a quote or a backslash, because nothing is escaped.
    Text(&'static str),
}

impl DefaultValue {
    /// Returns the default as PHP code writes it, because the engine evaluates this text when a call with
    /// named arguments skips the parameter.
    fn to_php(self) -> String {
        match self {
            Self::Null => "null".into(),
            Self::Int(number) => number.to_string(),
            Self::Text(text) => format!("'{text}'"),
        }
    }
}

/// A parameter of a method, as reflection shows it.
#[derive(Debug)]
pub(super) struct Parameter {
    name: &'static str,
    of: Type,
    /// The default, which is `None` if every call has to give the argument.
    default: Option<DefaultValue>,
    /// Whether stack traces hide the argument.
    is_secret: bool,
}

impl Parameter {
    pub(super) const fn required(name: &'static str, of: Type) -> Self {
        Self {
            name,
            of,
            default: None,
            is_secret: false,
        }
    }

    pub(super) const fn optional(name: &'static str, of: Type, default: DefaultValue) -> Self {
        Self {
            name,
            of,
            default: Some(default),
            is_secret: false,
        }
    }

    pub(super) const fn secret(self) -> Self {
        Self {
            is_secret: true,
            ..self
        }
    }
}

/// A method or a function as PHP code sees it, without the body.
#[derive(Debug)]
pub(super) struct Signature {
    /// What stands before its name in errors: the class of a method, and nothing for a function.
    class: &'static str,
    pub(super) method: &'static str,
    pub(super) parameters: &'static [Parameter],
    /// The return type, which is `None` for a constructor, because PHP's constructors have none.
    pub(super) returns: Option<Type>,
    /// How many arguments a call has to give at least.
    least: usize,
}

impl Signature {
    pub(super) const fn new(
        method: &'static str,
        parameters: &'static [Parameter],
        returns: Option<Type>,
    ) -> Self {
        // Parameters without a default come first.
        let (mut least, mut rest) = (0, parameters);
        while let [Parameter { default: None, .. }, others @ ..] = rest {
            least += 1;
            rest = others;
        }
        Self {
            class: "RedisMutexLock::",
            method,
            parameters,
            returns,
            least,
        }
    }

    /// As [`Self::new`], for a function that belongs to no class.
    pub(super) const fn of_function(
        function: &'static str,
        parameters: &'static [Parameter],
        returns: Option<Type>,
    ) -> Self {
        Self {
            class: "",
            ..Self::new(function, parameters, returns)
        }
    }

    /// Returns how many arguments a call has to give at least.
    pub(super) fn least(&self) -> usize {
        self.least
    }

    /// Returns how many arguments a call may give at most.
    pub(super) fn most(&self) -> usize {
        self.parameters.len()
    }

    /// Returns the default of the parameter at `index`, or `None` if there is none or if it is no number.
    pub(super) fn default_number(&self, index: usize) -> Option<u32> {
        match self.parameters.get(index)?.default? {
            DefaultValue::Int(number) => Some(number),
            DefaultValue::Null | DefaultValue::Text(_) => None,
        }
    }

    /// Returns the default of the parameter at `index`, which is empty if it is no text.
    pub(super) fn default_text(&self, index: usize) -> &'static str {
        match self.parameters.get(index).and_then(|it| it.default) {
            Some(DefaultValue::Text(text)) => text,
            _ => "",
        }
    }

    /// Returns the indexes of the parameters that stack traces do not show.
    pub(super) fn secrets(&self) -> impl Iterator<Item = usize> {
        let parameters = self.parameters.iter().enumerate();
        parameters
            .filter(|(_, it)| it.is_secret)
            .map(|(index, _)| index)
    }

    /// Returns the beginning of an error about the argument at `index`, which names the method or function, the number
    /// and the parameter.
    pub(super) fn subject(&self, index: usize) -> String {
        let name = self.parameters.get(index).map_or("", |it| it.name);
        let (class, method, position) = (self.class, self.method, index + 1);
        format!("{class}{method}(): Argument #{position} (${name})")
    }

    /// Returns the name of the type of the parameter at `index`.
    pub(super) fn expected(&self, index: usize) -> &'static str {
        self.parameters.get(index).map_or("", |it| it.of.name)
    }

    /// Returns the builder with the parameters but without their types, which [`Self::types`] gives.
    pub(super) fn describe<'a>(&self, mut builder: FunctionBuilder<'a>) -> FunctionBuilder<'a> {
        for parameter in self.parameters {
            let mut argument = Arg::new(parameter.name, DataType::Mixed);
            if let Some(default) = parameter.default {
                argument = argument.default(default.to_php());
            }
            builder = builder.arg(argument);
        }
        if self.returns.is_some() {
            builder = builder.returns(DataType::Mixed, false, false);
        }
        builder.required_args(self.least())
    }

    /// Returns the engine's masks, the return type first and then each parameter, with `None` for no type.
    pub(super) fn types(&self) -> impl Iterator<Item = Option<u32>> {
        let parameters = self.parameters.iter().map(|it| Some(it.of));
        let types = std::iter::once(self.returns).chain(parameters);
        types.map(|of| of.map(|of| of.mask))
    }
}
